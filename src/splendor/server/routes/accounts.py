"""The routes of accounts: log in and out, another password, the end; one's matches, tokens for programs."""

from typing import Annotated, Any

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from splendor.server import accounts, store, wire
from splendor.server.match import Match, hashed
from splendor.server.routes.asking import TOKEN, Asked, account_of, address, bearer, person_of, refusals
from splendor.server.service import SHOWN, Running
from splendor.server.wire import Refusal, Refused

TokenName = Annotated[str, PathParameter(max_length=100, description="The name of the token.")]


@post("/accounts", tags=["accounts"], responses=refusals(Refusal.NAME_TAKEN))
async def register(request: Asked, service: Running, data: JSONBody[wire.Credentials]) -> wire.Session:
    """A new account, and a token that acts for it."""
    service.check("login", address(request))
    return await accounts.register(service.database, data.name, data.password, service.host.clock())


@post("/sessions", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN))
async def log_in(request: Asked, service: Running, data: JSONBody[wire.Credentials]) -> wire.Session:
    """A token for whoever knows the password."""
    service.check("login", address(request))
    return await accounts.log_in(service.database, data.name, data.password, service.host.clock())


@delete("/sessions", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN)
async def log_out(request: Asked, service: Running) -> None:
    """Take the token back that this request shows."""
    name = await account_of(request, service)
    await service.host.run(store.drop_token, hashed(bearer(request) or ""))
    service.host.token_taken(name)


@get("/account", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN)
async def account(request: Asked, service: Running) -> wire.Account:
    """One's own account."""
    values = await service.host.run(store.account, await account_of(request, service))
    if values is None:  # deleted this very moment
        raise Refused(Refusal.BAD_LOGIN)
    return accounts.told(values)


@post("/account/password", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN, status_code=204)
async def change_password(request: Asked, service: Running, data: JSONBody[wire.ChangePassword]) -> None:
    """Another password. All logins end but the one that asks; the tokens of programs stay valid."""
    name = await account_of(request, service)
    service.check("login", address(request))
    await accounts.change_password(service.database, name, data.password, data.new_password, bearer(request) or "")
    service.host.token_taken(name)


@post("/account/deletion", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN, status_code=204)
async def delete_account(request: Asked, service: Running, data: JSONBody[wire.DeleteAccount]) -> None:
    """Delete the account: name, password, rating, list of matches and all tokens. Seats keep their names and tokens."""
    name = await account_of(request, service)
    service.check("login", address(request))
    await accounts.delete(service.database, name, data.password)
    service.host.token_taken(name)


@get("/account/matches", tags=["accounts"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN)
async def account_matches(request: Asked, service: Running) -> wire.Matches:
    """One's matches, newest first."""
    name = await account_of(request, service)
    found = []
    for match_id, seat in await service.host.run(store.matches_of, name, SHOWN):
        match = await service.host.current(match_id)
        settings = match.settings
        found.append(
            wire.PlayedMatch(
                match_id,
                seat,
                [place.name for place in match.seats],
                settings.setup,
                match.status,
                match.acting == seat,
                match.result,
                settings.created,
            )
        )
    return wire.Matches(found)


@get("/account/tokens", tags=["programs"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN)
async def account_tokens(request: Asked, service: Running) -> wire.Programs:
    """The names of this account's tokens for programs."""
    return wire.Programs(await service.host.run(store.programs, await account_of(request, service)))


@post("/account/tokens", tags=["programs"], responses=refusals(Refusal.BAD_LOGIN, Refusal.NOT_ALLOWED), security=TOKEN)
async def make_token(request: Asked, service: Running, data: JSONBody[wire.NewToken]) -> wire.TokenMade:
    """A token for a program that plays for this account; it lasts until it is taken back or made anew."""
    name = await person_of(request, service)
    service.check("create", address(request))
    made = await accounts.program_token(service.database, name, data.name)
    service.host.token_taken(name)  # one of the same name is worth nothing any more
    return made


@delete(
    "/account/tokens/{name:str}",
    tags=["programs"],
    responses=refusals(Refusal.BAD_LOGIN, Refusal.NOT_ALLOWED),
    security=TOKEN,
)
async def drop_token(request: Asked, service: Running, name: TokenName) -> None:
    """Take a program's token back; taken back twice is taken back."""
    account = await person_of(request, service)
    await service.host.run(store.drop_program, account, accounts.token_name(name))
    service.host.token_taken(account)


@post(
    "/account/claims",
    tags=["accounts"],
    responses=refusals(Refusal.BAD_LOGIN, Refusal.UNKNOWN_MATCH, Refusal.BAD_SEAT, Refusal.NOT_NOW),
    security=TOKEN,
    status_code=200,
)
async def claim(request: Asked, service: Running, data: JSONBody[wire.Claim]) -> wire.Answer:
    """Let a seat one took as a guest belong to the account."""
    name = await account_of(request, service)

    def belong(match: Match, at: int) -> Any:
        seat = match.seat_of(data.token)  # asked here: until now somebody else may have taken the seat
        if seat is None:
            raise Refused(Refusal.BAD_SEAT)
        return None if match.seat_of_account(name) == seat else match.claim(seat, name, at)

    return wire.Answer((await service.host.add(data.match, belong)).version)


ROUTES = [
    register, log_in, log_out, account, change_password, delete_account, account_matches, account_tokens, make_token,
    drop_token, claim,
]  # fmt: skip
