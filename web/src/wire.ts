// Made by web/tools/wire_types.py from the server's own messages; do not edit.

/** Somebody with a name of their own. */
export interface Account {
  name: string;
  rating: number;
  provisional: boolean;
  mu: number;
  sigma: number;
  rated_matches: number;
  joined: number;
}

/** A record to judge; the same one as for the review. */
export interface AnalyseRecord {
  record: string;
  level?: "deep" | "network" | "network_deep" | "quick" | "standard";
  first?: number;
}

/** Some decisions of a game judged, and what can be said of the whole so far. */
export interface Analysis {
  level: "deep" | "network" | "network_deep" | "quick" | "standard";
  total: number;
  known: number;
  decisions: Array<Judged>;
  accuracy: Array<number | null>;
  turning_points: Array<number>;
}

/** A request was carried out (or had been before): the version after it. */
export interface Answer {
  type: "done";
  version: number;
  request_id?: string | null;
}

/** A match of the account is being played from now on. */
export interface Began {
  type: "began";
  match: string;
  seat: number;
  version: number;
}

/** A development card. */
export interface Card {
  name: string;
  level: number;
  orient: boolean;
  kind: string;
  colour: string | null;
  prestige: number;
  cost: Record<string, number>;
  sacrifice: string | null;
}

/** A card went from one place to another. */
export interface CardMoved {
  what: "card";
  card: string | null;
  level: number;
  orient: boolean;
  from: string;
  to: string;
}

/** Every printed thing there is, and the legal set-ups: the same for ever, to be fetched once. */
export interface Catalogue {
  cards: Array<Card>;
  nobles: Array<Noble>;
  cities: Array<City>;
  posts: Array<Post>;
  setups: Array<Setup>;
  levels: Array<Level>;
}

/** The password so far, and the one that takes its place. */
export interface ChangePassword {
  password: string;
  new_password: string;
}

/** Somebody at the table says something; onlookers only listen. */
export interface Chat {
  type: "chat";
  number: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}

/** One action, with all that it says; what does not apply is left out. */
export interface Choice {
  number: number;
  text: string;
  kind: string;
  words: string;
  tokens?: Record<string, number> | null;
  slot?: string | null;
  deck?: string | null;
  hand?: number | null;
  card?: string | null;
  colour?: string | null;
  noble?: string | null;
  place?: number | null;
  virtual?: number | null;
  post?: string | null;
  city?: string | null;
}

/** One face of a city; `alike` asks for so many of one further colour. */
export interface City {
  name: string;
  edition: number;
  prestige: number;
  count: Record<string, number>;
  alike: number;
}

/** A city was taken or fulfilled. */
export interface CityTaken {
  what: "city";
  seat: number;
  city: string;
}

/** A guest's seat becomes one's own. */
export interface Claim {
  match: string;
  token: string;
}

/** What a seat has left. */
export interface Clock {
  remaining: number;
  running: boolean;
}

/** The turn shall stay as it is: the next player goes on. */
export interface Confirm {
  type: "confirm";
  request_id: string;
  expected_version: number;
}

/** A card stands for a colour from now on. */
export interface Copied {
  what: "copy";
  seat: number;
  card: string;
  colour: string;
}

/** A new match. */
export interface CreateMatch {
  setup: Setup;
  seats: Array<WantedSeat>;
  public?: boolean;
  shuffle?: boolean;
  hints?: boolean;
  rated?: boolean;
  time_control?: TimeControl | null;
  request_id?: string | null;
}

/** A match was made: its id for all, its seats' tokens for whoever made it, and an invitation if it is private. */
export interface Created {
  match: string;
  tickets: Array<Ticket>;
  invitation: string | null;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** Make a decision, or several in a row. With `confirm`, a turn that ends by it needs no further confirmation. */
export interface Decide {
  type: "decide";
  request_id: string;
  expected_version: number;
  actions: Array<number>;
  confirm?: boolean;
}

/** What is asked now, and of whom. The choices are told only to the seat that decides. */
export interface Decision {
  seat: number;
  phase: "action" | "city" | "confirm" | "conquer" | "copy" | "extra_token" | "free_card" | "give_back" | "keep" | "over" | "pay" | "post" | "reserve_noble" | "sacrifice" | "stronghold" | "visit";
  question: string | null;
  card: Card | null;
  price: Record<string, number>;
  paid: Record<string, number>;
  drawn: Array<Reserved>;
  over_limit: number;
  legal: Array<Choice>;
  whole: Array<WholeChoice>;
  can_undo: boolean;
}

/** An action as the places of a sentence: `purchase` with a `card`, `take` with `tokens`. */
export interface Deed {
  kind: string;
  values: Record<string, string | number | Record<string, number>>;
  slot: string | null;
}

/** The password once more: it cannot be taken back. */
export interface DeleteAccount {
  password: string;
}

/** A match of the account is over. */
export interface Ended {
  type: "ended";
  match: string;
  seat: number;
  version: number;
  result: Result;
}

/** One thing that happened, as this seat saw it; `version` is the match's version after it. */
export interface Happening {
  version: number;
  at: number;
  kind: "confirmed" | "decided" | "left" | "rematch" | "resigned" | "returned" | "sat" | "stood_in" | "undone";
  seat: number;
  round?: number;
  actions?: Array<Choice>;
  changes?: Array<TokensMoved | CardMoved | NobleMoved | PostTaken | CityTaken | StrongholdMoved | Copied | PrestigeChanged>;
  name?: string | null;
  reason?: string | null;
}

/** How the server is. */
export interface Health {
  status: "failing" | "ok" | "starting";
  reason?: string | null;
  database?: "failing" | "ok" | null;
  redis?: "failing" | "ok" | null;
  workers?: number | null;
}

/** The first message on a socket. Without a token one looks on. `version`: what the client has seen already. */
export interface Hello {
  type: "hello";
  match: string;
  token?: string | null;
  version?: number | null;
}

/** What an agent would do in this seat's place, from what this seat knows. */
export interface Hint {
  type: "hint";
  version: number;
  agent: string;
  options: Array<Option>;
  chances: Array<number> | null;
}

/** Take an open seat: a given one, or the first. */
export interface Join {
  name: string;
  seat?: number | null;
  invitation?: string | null;
  request_id?: string | null;
}

/** One decision of a game, judged from what its seat could see. */
export interface Judged {
  decision: number;
  turn: number;
  seat: number;
  chances: Array<number>;
  loss: number;
  mark: "" | "!" | "!!" | "?" | "?!" | "??";
  played: Option;
  options: Array<Option>;
}

/** Give the seat back before the match begins. */
export interface Leave {
  type: "leave";
  request_id: string;
}

/** A bot one can play against. */
export interface Level {
  name: string;
  summary: string;
  elo: number | null;
}

/** An action that is expected, and of which seat. */
export interface LineStep {
  seat: number;
  deed: Deed;
}

/** A match in the lobby. */
export interface Listed {
  match: string;
  setup: Setup;
  status: "over" | "playing" | "waiting";
  seats: Array<Seat>;
  time_control: TimeControl | null;
  rated: boolean;
  created: number;
}

/** Public matches: those with a free seat first, then the newest. */
export interface Lobby {
  type: "lobby";
  matches: Array<Listed>;
}

/** One's matches, newest first. */
export interface Matches {
  matches: Array<PlayedMatch>;
}

/** Hear no more of a seat, or hear it again. */
export interface Mute {
  type: "mute";
  request_id: string;
  seat: number;
  muted: boolean;
}

/** The seats whose chat one does not want to hear: told to whoever comes, and when it changes. */
export interface Muted {
  type: "muted";
  seats: Array<number>;
}

/** A token for a program, with a name to recognise it by. */
export interface NewToken {
  name: string;
}

/** A noble: visits whoever has so many bonuses. */
export interface Noble {
  name: string;
  prestige: number;
  count: Record<string, number>;
}

/** A noble visits a player, or is reserved. */
export interface NobleMoved {
  what: "noble";
  seat: number;
  noble: string;
  reserved: boolean;
}

/** An action, and the winning chance of the seat that decides after it. */
export interface Option {
  action: Choice;
  deed: Deed;
  chance: number;
  reasons: Array<Reason>;
  line: Array<LineStep>;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** A match one took part in. */
export interface PlayedMatch {
  match: string;
  seat: number;
  names: Array<string | null>;
  setup: Setup;
  status: "over" | "playing" | "waiting";
  your_turn: boolean;
  result: Result | null;
  created: number;
}

/** What one player has before them. */
export interface Player {
  seat: number;
  tokens: Record<string, number>;
  bonus: Record<string, number>;
  count: Record<string, number>;
  prestige: number;
  tableau: Array<string>;
  hand: Array<Reserved>;
  nobles: Array<Noble>;
  reserved_nobles: Array<Noble>;
  posts: Array<string>;
  city: City | null;
  strongholds: number;
  copies: Record<string, string>;
  virtual_gold: Array<string>;
}

/** Answers a ping, with the server's clock. */
export interface Pong {
  type: "pong";
  at: number;
}

/** A trading post and what it asks for. */
export interface Post {
  letter: string;
  edition: number;
  power: string;
  count: Record<string, number>;
  nobles: number;
}

/** A trading post was taken, or lost. */
export interface PostTaken {
  what: "post";
  seat: number;
  post: string;
  taken: boolean;
}

/** Who is there: by seat, and how many onlookers; and from when on a bot may stand in for those who are not. */
export interface Presence {
  type: "presence";
  here: Array<boolean>;
  onlookers: number;
  stand_in_from: Array<number | null>;
}

/** Prestige won or lost. */
export interface PrestigeChanged {
  what: "prestige";
  seat: number;
  number: number;
}

/** The names of the tokens that programs have. */
export interface Programs {
  names: Array<string>;
}

/** A measured fact for an action, or against it: the sentence of its code says it, with these values. */
export interface Reason {
  code: string;
  good: boolean;
  values: Record<string, string | number | Record<string, number>>;
}

/** Why something was not done: a closed list, and none of the reasons depends on what is hidden. */
export type Refusal = "bad_login" | "bad_seat" | "illegal" | "name_taken" | "not_allowed" | "not_now" | "not_your_turn" | "over" | "stale" | "too_fast" | "unavailable" | "unknown_match" | "unreadable";

/** A request was not carried out: which, why, and the version the match has now. */
export interface Refusing {
  type: "refused";
  refusal: Refusal;
  reason: string;
  detail?: string | null;
  version?: number | null;
  request_id?: string | null;
}

/** Play again: once everybody wants to, a new match begins, and the seats' tokens are valid there too. */
export interface Rematch {
  type: "rematch";
  request_id: string;
}

/** A card out of a deck: `card` is null for those who may not know it. */
export interface Reserved {
  level: number;
  orient: boolean;
  card: Card | null;
}

/** Give the match up; in larger matches a bot plays on for the seat, without a chance to win. */
export interface Resign {
  type: "resign";
  request_id: string;
}

/** How it ended. Seats in one group share the place; who resigned stands last. */
export interface Result {
  ranking: Array<Array<number>>;
  winners: Array<number>;
  prestige: Array<number>;
  reason: "played" | "quiet" | "resigned" | "time";
}

/** Take one's seat back from the bot that stood in. */
export interface Return {
  type: "return";
  request_id: string;
}

/** A game that is over, or a record: every step of it. */
export interface Review {
  match: string | null;
  date: string | null;
  steps: Array<Step>;
  decisions: number;
  text: string;
  json: string;
}

/** A record to look at. */
export interface ReviewRecord {
  record: string;
}

/** Say something to the table. */
export interface Say {
  type: "say";
  request_id: string;
  text: string;
}

/** A place at the match and who sits there. */
export interface Seat {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string | null;
  agent: string | null;
  account: string | null;
  here: boolean;
  stand_in: boolean;
  resigned: boolean;
  rematch: boolean;
  clock: Clock | null;
  stand_in_from?: number | null;
}

/** Let a bot take an open seat, a given one or the first, of a match that waits and in which one has a seat. */
export interface SeatBot {
  type: "seat_bot";
  request_id: string;
  agent?: string | null;
  seat?: number | null;
}

/** Somebody has logged in: the token is told only here. */
export interface Session {
  account: Account;
  token: string;
}

/** The players and modules of a game. */
export interface Setup {
  players?: number;
  cities?: 2017 | 2025 | null;
  posts?: 2017 | 2025 | null;
  orient?: 2017 | 2025 | null;
  strongholds?: 2017 | 2025 | null;
  take_fewer?: "free" | "never" | "short_supply_only";
  extra_nobles?: boolean;
  payment?: "free" | "least_gold";
}

/** A place of the market; `card` is null where it is empty. */
export interface Slot {
  slot: string;
  card: Card | null;
  strongholds?: Strongholds | null;
}

/** Let a bot decide for a seat whose person has been gone for a while, or for one's own. */
export interface StandIn {
  type: "stand_in";
  request_id: string;
  seat: number;
}

/** The table before a turn, with everything revealed, and the turn that follows; the last step has none. */
export interface Step {
  label: string | null;
  view: View;
  turn: Happening | null;
  decisions: Array<number>;
}

/** Strongholds came to a slot (above zero) or left it. */
export interface StrongholdMoved {
  what: "stronghold";
  seat: number;
  slot: string;
  number: number;
}

/** Strongholds of one seat on a card. */
export interface Strongholds {
  seat: number;
  number: number;
}

/** The table as one seat, or an onlooker, sees it. */
export interface Table {
  round: number;
  last_round: boolean;
  quiet_rounds: number;
  bank: Record<string, number>;
  market: Array<Slot>;
  decks: Record<string, number>;
  under_decks: Record<string, Array<Reserved>>;
  nobles: Array<Noble | null>;
  cities: Array<City | null>;
  posts: Array<Post>;
  gone: Array<string>;
  players: Array<Player>;
}

/** A seat taken: the token is its key and is told only here. */
export interface Ticket {
  seat: number;
  token: string;
}

/** `per_turn`: so many seconds for every turn. `bank`: so many for the match, and an increment for every turn. */
export interface TimeControl {
  kind: "bank" | "per_turn";
  seconds: number;
  increment?: number;
}

/** A token for programs that act for an account. */
export interface TokenMade {
  name: string;
  token: string;
}

/** Tokens from the bank (above zero) or to it (below). */
export interface TokensMoved {
  what: "tokens";
  seat: number;
  tokens: Record<string, number>;
}

/** Take back one's last decision of this turn, as long as nothing hidden was revealed by it. */
export interface Undo {
  type: "undo";
  request_id: string;
  expected_version: number;
}

/** The match as it is now, and what happened since version `since`. */
export interface Update {
  type: "update";
  since: number;
  happenings: Array<Happening>;
  view: View;
}

/** Everything a seat, or an onlooker, may know of a match at one version. */
export interface View {
  match: string;
  version: number;
  at: number;
  seat: number | null;
  setup: Setup;
  status: "over" | "playing" | "waiting";
  seats: Array<Seat>;
  table: Table | null;
  decision: Decision | null;
  last_turn: Array<Happening>;
  result: Result | null;
  public: boolean;
  hints: boolean;
  rated: boolean;
  time_control: TimeControl | null;
  rematch: string | null;
}

/** A seat of a new match: taken by whoever makes it (`me`, also several: one screen for all), a bot, or open. */
export interface WantedSeat {
  kind: "bot" | "me" | "open";
  name?: string | null;
  agent?: string | null;
}

/** Several decisions as one: a complete payment, all tokens given back. Submit its `actions` together. */
export interface WholeChoice {
  actions: Array<number>;
  text: string;
  tokens?: Record<string, number> | null;
  virtual?: number;
}

/** A match of the account waits for a decision of its seat. */
export interface YourTurn {
  type: "your_turn";
  match: string;
  seat: number;
  version: number;
}

export type Message = Answer | Began | Chat | Ended | Hint | Lobby | Muted | Pong | Presence | Refusing | Update | YourTurn;

export type Request = Confirm | Decide | Hello | Leave | Mute | Ping | Rematch | Resign | Return | Say | SeatBot | StandIn | Undo;

export type Change = CardMoved | CityTaken | Copied | NobleMoved | PostTaken | PrestigeChanged | StrongholdMoved | TokensMoved;
