import type { Account } from '@meridian/client';
import { useState } from 'preact/hooks';
import { storedText, type Usage } from '../account/account.screen.tsx';
import { call, hub } from '../api/call.ts';
import { account as ownAccount } from '../session.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatDay, shortText } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { Menu } from '../ui/menu.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { NewAccountForm } from './new-account.tsx';
import { randomPassword } from './random-password.ts';

type Open =
  | { what: 'new' }
  | { what: 'disable' | 'reset'; account: Account }
  | { what: 'password'; email: string; password: string };

/** Everybody who can sign in. */
export function AccountsSection() {
  const [accounts, setAccounts] = useState<Account[]>();
  const [usage, setUsage] = useState<ReadonlyMap<string, Usage>>(new Map());
  const [open, setOpen] = useState<Open>();
  const load = useLoad(async () => {
    const list = await hub().account.list();
    setAccounts(list.sort((a, b) => a.email.localeCompare(b.email)));
    setUsage(await usageOf(list));
  });
  const change = (account: Account, changes: { admin?: boolean; disabled?: boolean; password?: string }) =>
    attempt(async () => {
      await hub().account.update(account.aid, changes);
      const { password } = changes;
      setOpen(password === undefined ? undefined : { what: 'password', email: account.email, password });
      notify(t.admin.accounts.changed(shortText(account.email, 80)));
      await load.reload();
    });
  const close = () => setOpen(undefined);
  return (
    <section aria-label={t.admin.sections.accounts}>
      <p class="section-actions">
        <Button kind="main" icon="plus" onClick={() => setOpen({ what: 'new' })}>
          {t.admin.accounts.invite}
        </Button>
      </p>
      {!accounts && <Loading {...load} />}
      {accounts && (
        <ul class="rows">
          {accounts.map((account) => (
            <AccountRow
              key={account.aid}
              account={account}
              usage={usage.get(account.aid)}
              onAdmin={(admin) => void change(account, { admin })}
              onEnable={() => void change(account, { disabled: false })}
              onOpen={(what) => setOpen({ what, account })}
            />
          ))}
        </ul>
      )}
      {open?.what === 'new' && (
        <NewAccountForm
          onClose={close}
          onMade={(email, password) => {
            setOpen({ what: 'password', email, password });
            void load.reload();
          }}
        />
      )}
      {open?.what === 'disable' && (
        <Confirm
          title={t.admin.accounts.disableTitle(open.account.email)}
          warning={t.admin.accounts.disableWarning}
          action={t.admin.accounts.disable}
          onClose={close}
          onConfirm={() => void change(open.account, { disabled: true })}
        />
      )}
      {open?.what === 'reset' && (
        <Confirm
          title={t.admin.accounts.resetTitle(open.account.email)}
          warning={t.admin.accounts.resetWarning}
          action={t.admin.accounts.reset}
          onClose={close}
          onConfirm={() => void change(open.account, { password: randomPassword() })}
        />
      )}
      {open?.what === 'password' && (
        <Dialog title={t.admin.accounts.passwordTitle(open.email)} onClose={close}>
          <p>{t.admin.accounts.passwordOnce}</p>
          <CodeBlock label={t.admin.accounts.password} code={open.password} />
          <DialogActions>
            <Button kind="main" onClick={close}>
              {t.done}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

type RowProps = {
  account: Account;
  usage: Usage | undefined;
  onAdmin: (admin: boolean) => void;
  onEnable: () => void;
  onOpen: (what: 'disable' | 'reset') => void;
};

function AccountRow({ account, usage, onAdmin, onEnable, onOpen }: RowProps) {
  const { aid, email, admin, disabled, createdAt } = account;
  const isMine = aid === ownAccount.value?.aid;
  return (
    <li class="row">
      <div class="row-body">
        <h2>
          {shortText(email, 120)}
          {isMine && <span class="badge">{t.admin.accounts.you}</span>}
          {admin && <span class="badge">{t.admin.accounts.admin}</span>}
          {disabled && <span class="badge">{t.admin.accounts.disabled}</span>}
        </h2>
        <p class="facts">
          <code>{aid}</code>
          <span>{t.admin.accounts.created(formatDay(createdAt))}</span>
          {usage && <span>{storedText(usage)}</span>}
        </p>
      </div>
      {!isMine && (
        <Menu
          label={t.admin.accounts.actions(shortText(email, 80))}
          icon="more"
          entries={[
            {
              label: admin ? t.admin.accounts.endAdmin : t.admin.accounts.makeAdmin,
              icon: 'people',
              onChoose: () => onAdmin(!admin),
            },
            { label: t.admin.accounts.reset, icon: 'key', onChoose: () => onOpen('reset') },
            disabled
              ? { label: t.admin.accounts.enable, icon: 'check', onChoose: onEnable }
              : {
                  label: t.admin.accounts.disable,
                  icon: 'lock',
                  isDanger: true,
                  onChoose: () => onOpen('disable'),
                },
          ]}
        />
      )}
    </li>
  );
}

type ConfirmProps = {
  title: string;
  warning: string;
  action: string;
  onClose: () => void;
  onConfirm: () => void;
};

function Confirm({ title, warning, action, onClose, onConfirm }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose} onSubmit={onConfirm}>
      <p>{warning}</p>
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" type="submit">
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Of so many accounts it is asked what they store. */
const MAX_MEASURED = 50;

async function usageOf(accounts: readonly Account[]): Promise<Map<string, Usage>> {
  const found = new Map<string, Usage>();
  for (const { aid } of accounts.slice(0, MAX_MEASURED))
    found.set(aid, await call<Usage>({ path: `/account-api/accounts/${encodeURIComponent(aid)}/usage` }));
  return found;
}
