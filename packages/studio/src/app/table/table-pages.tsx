import { t } from '../strings.ts';
import { formatCount } from '../ui/format.ts';

type Props = {
  /** Counted from 0. */
  page: number;
  pages: number;
  /** Whether the rows of the next page are here. */
  canGoOn: boolean;
  onPage: (page: number) => void;
};

export function TablePages({ page, pages, canGoOn, onPage }: Props) {
  if (pages < 2) return null;
  return (
    <nav class="pages" aria-label={t.table.pages}>
      <button
        type="button"
        class="icon-button quiet"
        disabled={page === 0}
        aria-label={t.table.previous}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      <span>{t.table.page(formatCount(page + 1), formatCount(pages))}</span>
      <button
        type="button"
        class="icon-button quiet"
        disabled={!canGoOn}
        aria-label={t.table.next}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
    </nav>
  );
}
