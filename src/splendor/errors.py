"""What can go wrong, each with its own class; all are `SplendorError`, and every message says what was expected."""


class SplendorError(ValueError):
    """The base of all refusals; nothing has changed when one is raised."""


class IllegalSetup(SplendorError):
    """A set-up the rules do not allow; the message names the rule and a legal alternative."""


class UnreadableAction(SplendorError):
    """A text or number that is no action at all."""


class IllegalAction(SplendorError):
    """An action, but not one of those that may be chosen now."""


class NothingToUndo(SplendorError):
    """The game stands where it started."""


class ImpossiblePosition(SplendorError):
    """A position that cannot be on a table: a card twice, too many tokens, …"""


class CorruptSave(SplendorError):
    """Bytes that are no saved game, or one of another layout."""


class UnreadableRecord(SplendorError):
    """A game record that is damaged or breaks the rules; the message names the line and the reason."""


class MissingPackage(SplendorError):
    """A package of an extra that is not installed; the message says how to install it."""

    @classmethod
    def of_extra(cls, extra: str, package: str, purpose: str) -> "MissingPackage":
        """What `purpose` needs; in one text, so that the error can travel between processes."""
        return cls(
            f"{purpose} needs {package}; the extra {extra!r} brings it: pip install '.[{extra}]' in this project."
        )
