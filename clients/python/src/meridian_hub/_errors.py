"""What can go wrong."""

from __future__ import annotations

import json
from typing import Any

import httpx

from ._types import JsonObject, WriteReport


class HubError(Exception):
    """The hub refused a request.

    >>> hub = Client(HUB, token=TOKEN)
    >>> try:
    ...     hub.space("no-such-space").count()
    ... except HubError as error:
    ...     print(error.status, error.message)
    404 The requested resource does not exist.
    """

    def __init__(self, status: int, message: str, stream_id: str, retry_after: float | None) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.message = message
        self.stream_id = stream_id
        self.retry_after = retry_after
        """Seconds after which the hub wants to be asked again, where it says so."""

    @classmethod
    def of(cls, response: httpx.Response) -> HubError:
        """Read the error of a response whose body is there."""
        try:
            body = json.loads(response.content)
        except ValueError:
            body = {}
        if not isinstance(body, dict):
            body = {}
        message = body.get("errorMessage") or body.get("message") or _foreign(response)
        after = response.headers.get("Retry-After", "")
        seconds = float(after) if after.isdigit() else None
        return cls(response.status_code, message, response.headers.get("Stream-Id", ""), seconds)


def json_of(response: httpx.Response) -> Any:  # noqa: ANN401
    """The body of a response, which is JSON if the hub sent it."""
    try:
        return response.json()
    except ValueError:
        raise HubError.of(response) from None


def _foreign(response: httpx.Response) -> str:
    """Of a proxy in between: which server it is, not its page."""
    host = response.request.url.netloc.decode("ascii")
    is_page = "html" in response.headers.get("Content-Type", "")
    page = "sent a page of HTML: this is a proxy or another server, not the hub"
    little = "sent no JSON" if response.is_success else "said no more"
    return f"{response.reason_phrase}; {host} {page if is_page else little}"


class UnreachableError(Exception):
    """There was no response."""


class WriteError(Exception):
    """A write of many features ended early; `report` has what was written before, `__cause__` why."""

    def __init__(self, report: WriteReport) -> None:
        super().__init__(f"the write ended after {report.inserted + report.updated} written features")
        self.report = report


class ExportError(Exception):
    """A file that the hub was to write came to nothing; `job` is what the hub says of it."""

    def __init__(self, job: JsonObject) -> None:
        super().__init__(f"the export {job['id']} failed: {job.get('error', 'no reason is known')}")
        self.job = job
