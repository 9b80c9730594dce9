import type { NewToken, Token } from '@meridian/client';
import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatAgo, formatDay } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { NewTokenForm } from './new-token.tsx';
import { describeRights } from './rights.ts';

/** The tokens of the account. */
export function TokensScreen() {
  const [tokens, setTokens] = useState<Token[]>();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewToken>();
  const [ending, setEnding] = useState<Token>();
  const load = useLoad(async () => setTokens((await hub().tokens.list()).sort((a, b) => b.iat - a.iat)));
  const revoke = (token: Token) =>
    attempt(async () => {
      await hub().tokens.delete(token.tid);
      notify(t.tokens.revoked);
      setEnding(undefined);
      await load.reload();
    });
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{t.screens.tokens}</h1>
          <p class="lead">{t.tokens.lead}</p>
        </div>
        <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
          {t.tokens.create}
        </Button>
      </header>
      {!tokens && <Loading {...load} />}
      {tokens?.length === 0 && <Empty icon="key" title={t.tokens.none} />}
      {tokens && tokens.length > 0 && (
        <ul class="rows">
          {tokens.map((token) => (
            <li key={token.tid} class="row">
              <div class="row-body">
                <h2>{(token.description || t.tokens.unnamed).slice(0, 120)}</h2>
                <p class="description">{describeRights(token)}</p>
                <p class="facts">
                  <code>{token.tid}</code>
                  <span>{t.tokens.made(formatDay(token.iat * 1000))}</span>
                  <span>
                    {token.lastUsedAt === undefined
                      ? t.tokens.unused
                      : t.tokens.used(formatAgo(token.lastUsedAt))}
                  </span>
                  <span>{expiry(token)}</span>
                </p>
              </div>
              <Button kind="quiet" icon="trash" onClick={() => setEnding(token)}>
                {t.tokens.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <NewTokenForm
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            void load.reload();
          }}
        />
      )}
      {made && (
        <Dialog title={t.tokens.isMade} onClose={() => setMade(undefined)}>
          <p>{t.tokens.copyNow}</p>
          <CodeBlock label={t.tokens.secret} code={made.token} />
          <DialogActions>
            <Button kind="main" onClick={() => setMade(undefined)}>
              {t.done}
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {ending && (
        <Dialog
          title={t.tokens.revokeTitle}
          onClose={() => setEnding(undefined)}
          onSubmit={() => void revoke(ending)}
        >
          <p>{t.tokens.revokeWarning((ending.description || ending.tid).slice(0, 120))}</p>
          <DialogActions>
            <Button onClick={() => setEnding(undefined)}>{t.cancel}</Button>
            <Button kind="danger" type="submit">
              {t.tokens.revoke}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

function expiry({ exp }: Token): string {
  if (exp === undefined) return t.tokens.permanent;
  return exp * 1000 < Date.now()
    ? t.tokens.expired(formatDay(exp * 1000))
    : t.tokens.expires(formatDay(exp * 1000));
}
