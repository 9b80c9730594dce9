import type { Space } from '@meridian/client';
import { useLayoutEffect, useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { hubUrl } from '../api/hub-url.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { formatDay } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { NO_TOKEN, USE_IDS, type UseId, usesOf } from './uses.ts';

const TOKEN_DAYS = 30;
const DAY_S = 86_400;

type Created = { token: string; exp: number };

/** How to read a space with other programs, with a token for this space only that expires by itself. */
export function UseSection({ space }: { space: Space }) {
  const [use, setUse] = useState<UseId>(USE_IDS[0]);
  const [created, setCreated] = useState<Created>();
  useLayoutEffect(() => setCreated(undefined), [space.id]);
  const create = () =>
    attempt(async () => {
      const exp = Math.floor(Date.now() / 1000) + TOKEN_DAYS * DAY_S;
      const { token } = await hub().tokens.create({
        description: t.use.tokenFor(space.title).slice(0, 200),
        exp,
        urm: { 'xyz-hub': { readFeatures: [{ space: space.id }] } },
      });
      setCreated({ token, exp });
    });
  const code = usesOf(hubUrl, space.id, created?.token ?? NO_TOKEN)[use];
  return (
    <section class="use" aria-label={t.use.title}>
      <h2>{t.use.title}</h2>
      <fieldset class="programs" aria-label={t.use.program}>
        {USE_IDS.map((id) => (
          <Button key={id} pressed={id === use} onClick={() => setUse(id)}>
            {t.use.programs[id]}
          </Button>
        ))}
      </fieldset>
      {created ? (
        <p class="hint" role="status">
          {t.use.created(formatDay(created.exp * 1000))}
        </p>
      ) : (
        <p class="use-token">
          <Button kind="main" icon="key" onClick={() => void create()}>
            {t.use.create(TOKEN_DAYS)}
          </Button>
          <span class="hint">{t.use.createHint}</span>
        </p>
      )}
      <p>{t.use.about[use]}</p>
      <CodeBlock label={t.use.programs[use]} code={code} />
      {use === 'qgis' && <CodeBlock label={t.use.password} code={created?.token ?? NO_TOKEN} />}
    </section>
  );
}
