"""Progress bars, in terminals and notebooks, where tqdm is installed."""

from __future__ import annotations

from types import TracebackType
from typing import Any


class Progress:
    """Counts features on a bar; shows nothing unless asked to."""

    def __init__(self, show: bool, what: str, total: int | None = None) -> None:
        self._bar: Any = None
        if show:
            try:
                from tqdm.auto import tqdm
            except ImportError as error:
                raise ImportError("progress=True needs tqdm: pip install 'meridian-hub[progress]'") from error
            self._bar = tqdm(total=total, desc=what, unit=" features")

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def add(self, count: int) -> None:
        """So many more are done."""
        if self._bar is not None:
            self._bar.update(count)
