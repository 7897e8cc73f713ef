"""The tables as they are now. How they came to be so is in `migrations/`; a test compares the two.

Of `entries`, `snapshots`, `bases` and `remarks` no row is ever changed or deleted; triggers in the database see to it.
Only those of a branch, a match to try things out in, can be deleted, with all that there is of it.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()


def _of_match() -> Column[str]:
    return Column("match_id", Text, ForeignKey("matches.id"), nullable=False)


matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("header", Text),  # of the record, without the secret of the dice; none while the match waits
    Column("dice_key", Text),  # hex
    Column("dice_seed", Text),
    Column("commitment", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Text, nullable=False),  # UTC, ISO 8601, so that text sorts as time
    Column("updated", Text, nullable=False),
    Column("last_row", Integer, nullable=False),  # the highest number in entries; whoever appends must know it
    Column("turn", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("moment", Integer, nullable=False),
    Column("to_move", Text, nullable=False),  # JSON
    Column("outcome", Text),  # JSON
    Column("note", Text, nullable=False),
    Column("away", Text, nullable=False, server_default=""),  # for who stays away: what, days, since (or "?": proposed)
    CheckConstraint("status IN ('waiting', 'running', 'over')", name="matches_status"),
    Index("matches_by_age", "created", "id"),
)

seats = Table(
    "seats",
    metadata,
    _of_match(),
    Column("side", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("failed", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("seen", Text, nullable=False, server_default=""),  # as `updated`; empty: nobody has come by its link
    Column("links", Integer, nullable=False, server_default="0"),
    Column("passing", Text, nullable=False, server_default=""),  # what the player lets pass beforehand
    Column("owner", Text, nullable=False, server_default=""),  # the hash of the link for whose holder a bot keeps it
    PrimaryKeyConstraint("match_id", "side"),
    CheckConstraint("kind IN ('human', 'bot', 'open')", name="seats_kind"),
)

# Matches to try things out in: of which match, and at which moment, as a side counts (none: everybody; it was over).
branches = Table(
    "branches",
    metadata,
    _of_match(),
    Column("of_match", Text, nullable=False),
    Column("side", Text),
    Column("moment", Integer, nullable=False),
    PrimaryKeyConstraint("match_id"),
    Index("branches_by_match", "of_match"),
)

# What the rows of a match follow when that is not simply its header: an imported record, or the record as a later
# version of the rules wrote it. The newest base counts; rows up to `after_row` are part of it.
bases = Table(
    "bases",
    metadata,
    _of_match(),
    Column("number", Integer, nullable=False),
    Column("after_row", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "number"),
)

entries = Table(
    "entries",
    metadata,
    _of_match(),
    Column("number", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("created", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "number"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_match(),
    Column("number", Integer, nullable=False),
    Column("line", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "number"),
)

# Why a bot did what an entry says, as it gave its reason: for people, no part of the record.
remarks = Table(
    "remarks",
    metadata,
    _of_match(),
    Column("number", Integer, nullable=False),  # of the row in entries
    Column("moment", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "number"),
)

chat = Table(
    "chat",
    metadata,
    _of_match(),
    Column("number", Integer, nullable=False),
    Column("side", Text),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "number"),
)

notes = Table(
    "notes",
    metadata,
    _of_match(),
    Column("side", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "side"),
)

# Where the player of a seat wants to hear that it is his turn: by mail, or at a web address of his ("hook").
notices = Table(
    "notices",
    metadata,
    _of_match(),
    Column("side", Text, nullable=False),
    Column("way", Text, nullable=False),
    Column("address", Text, nullable=False),  # empty: he wants to hear nothing (any more)
    Column("key", Text, nullable=False),  # of the links in what he is sent
    Column("confirmed", Text, nullable=False),  # as `updated`; empty: nobody has said that the address is his
    Column("told", Text, nullable=False),  # when he last knew that it was his turn
    Column("sent", Text, nullable=False),  # when something was last sent there
    Column("tries", Integer, nullable=False),  # that came to nothing, one after the other
    Column("failed", Text, nullable=False),  # why it was given up
    PrimaryKeyConstraint("match_id", "side", "way"),
    CheckConstraint("way IN ('mail', 'hook')", name="notices_way"),
)
