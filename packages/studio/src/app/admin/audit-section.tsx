import type { Account } from '@meridian/client';
import { useRef, useState } from 'preact/hooks';
import { call, hub } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { SelectField } from '../ui/field.tsx';
import { formatMoment, formatValue, shortText } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt } from '../ui/notices.tsx';

type Entry = {
  id: number;
  at: number;
  action: string;
  account: string;
  subject: string;
  details: { via: string; address?: string; email?: string };
};
type Page = { entries: Entry[]; handle?: number };

const LIMIT = 100;

/** Who did what: sign-ins, accounts, tokens, spaces, published maps. */
export function AuditSection() {
  const [action, setAction] = useState('');
  const [who, setWho] = useState('');
  const [page, setPage] = useState<Page>();
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const read = (handle?: number) => {
    const query = [
      `limit=${LIMIT}`,
      ...(action === '' ? [] : [`action=${encodeURIComponent(action)}`]),
      ...(who === '' ? [] : [`account=${encodeURIComponent(who)}`]),
      ...(handle === undefined ? [] : [`handle=${handle}`]),
    ];
    return call<Page>({ path: `/hub/audit?${query.join('&')}` });
  };
  const key = `${action} ${who}`;
  const shown = useRef(key);
  shown.current = key;
  const load = useLoad(async () => {
    setAccounts(await hub().account.list());
    const found = await read();
    // A slow response about what was chosen before must not replace what is chosen now.
    if (shown.current === key) setPage(found);
  }, key);
  const more = (handle: number) =>
    attempt(async () => {
      const next = await read(handle);
      setPage({ ...next, entries: [...page!.entries, ...next.entries] });
    });
  const emails = new Map(accounts.map(({ aid, email }) => [aid, email]));
  const nameOf = (aid: string) => formatValue(emails.get(aid) ?? aid, 80);
  return (
    <section aria-label={t.admin.sections.audit}>
      <div class="choices">
        <SelectField
          label={t.admin.audit.action}
          value={action}
          choices={[
            { value: '', label: t.admin.audit.all },
            ...Object.entries(t.admin.audit.actions).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => {
            setPage(undefined);
            setAction(value);
          }}
        />
        <SelectField
          label={t.admin.audit.account}
          value={who}
          choices={[
            { value: '', label: t.admin.audit.all },
            ...accounts.map(({ aid, email }) => ({ value: aid, label: shortText(email, 60) })),
          ]}
          onChange={(value) => {
            setPage(undefined);
            setWho(value);
          }}
        />
      </div>
      {!page && <Loading {...load} />}
      {page?.entries.length === 0 && <Empty icon="search" title={t.admin.audit.none} />}
      {page && page.entries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="table-scroll audit" tabIndex={0} aria-label={t.admin.audit.rows}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.admin.audit.when}</th>
                <th scope="col">{t.admin.audit.action}</th>
                <th scope="col">{t.admin.audit.account}</th>
                <th scope="col">{t.admin.audit.subject}</th>
                <th scope="col">{t.admin.audit.how}</th>
              </tr>
            </thead>
            <tbody>
              {page.entries.map(({ id, at, action: done, account, subject, details }) => (
                <tr key={id}>
                  <th scope="row">{formatMoment(at)}</th>
                  <td>{nameIn(t.admin.audit.actions, done)}</td>
                  <td>{account === '' ? formatValue(details.email ?? '', 80) : nameOf(account)}</td>
                  <td>{nameOf(subject)}</td>
                  <td>{howOf(details)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {page?.handle !== undefined && (
        <p class="more">
          <Button onClick={() => void more(page.handle!)}>{t.more}</Button>
        </p>
      )}
    </section>
  );
}

function howOf({ via, address }: Entry['details']): string {
  const way = nameIn(t.admin.audit.vias, via);
  return address === undefined ? way : `${way} ${t.admin.audit.address(address)}`.trim();
}

/** A later hub may log what this page has no name for. */
function nameIn(names: Readonly<Record<string, string>>, id: string): string {
  return names[id] ?? id;
}
