"""Mail: what a letter carries, and how it is given to the server that the operator named."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from bocage.engine.errors import BadInput
from bocage.table.notices.addresses import mail_address

SECONDS = 20.0  # for each answer of the mail server
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_PORTS = {"smtp": 587, "smtps": 465}
_AWAY = "the mail server of this table did not take it"


class Server:
    """The mail server: smtp://name:password@server:587, with STARTTLS unless it is on this machine, or smtps://…"""

    def __init__(self, address: str, sender: str) -> None:
        try:
            parts = urlsplit(address)
            self._port = parts.port or (25 if parts.hostname in _LOOPBACK else _PORTS.get(parts.scheme, 0))
        except ValueError:
            parts, self._port = urlsplit(""), 0
        if parts.scheme not in _PORTS or not parts.hostname:
            raise BadInput("mail is the address of a mail server, such as smtp://name:password@mail.example:587")
        self._safe = parts.scheme == "smtps"
        self._host = parts.hostname
        self._name, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = mail_address(sender)

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self._safe:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=SECONDS)
            if self._host not in _LOOPBACK:
                server.starttls(context=context)
        if self._name:
            server.login(self._name, self._password)
        return server

    def send(self, letters: Sequence[EmailMessage]) -> list[str]:
        """Give letters to the server; of each why it was not taken, or nothing. It waits for the server."""
        try:
            with self._connected() as server:
                return [self._one(server, letter) for letter in letters]
        except (OSError, smtplib.SMTPException):
            return [_AWAY] * len(letters)

    def _one(self, server: smtplib.SMTP, letter: EmailMessage) -> str:
        try:
            server.send_message(letter)
        except smtplib.SMTPRecipientsRefused:
            return "the mail server refused the address"
        except smtplib.SMTPServerDisconnected:
            raise
        except (OSError, smtplib.SMTPException):
            return _AWAY
        return ""


def letter(server: Server, to: str, subject: str, text: str, stop: str = "") -> EmailMessage:
    """A letter. With an address by which one wants no more of them, mail programs show a button for that (RFC 8058)."""
    made = EmailMessage()
    domain = server.sender.partition("@")[2]
    made["From"] = Address("Bocage", addr_spec=server.sender)
    made["To"] = to
    made["Subject"] = subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=domain)
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    return made
