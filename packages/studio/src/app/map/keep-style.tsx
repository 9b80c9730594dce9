import type { LayerStyle } from '../../map-style/document.ts';
import { patchTo } from '../../map-style/patch.ts';
import { hub } from '../api/call.ts';
import { loadSpaces, mayManage, spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { spaceTitle } from './titles.ts';

/** Stores the style in the definition of the space: every map that it is put on begins with it. */
export function KeepStyle({ space, style }: { space: string; style: LayerStyle }) {
  const found = spaceById.value.get(space);
  if (!found || !mayManage(found)) return null;
  const keep = () =>
    attempt(async () => {
      const { studio } = Object(found.client) as Record<string, unknown>;
      const { style: stored } = Object(studio) as Record<string, unknown>;
      await hub().spaces.update(space, { client: { studio: { style: patchTo(style, stored) } } });
      await loadSpaces();
      notify(t.style.kept(spaceTitle(space)));
    });
  return (
    <Button kind="quiet" onClick={() => void keep()}>
      {t.style.keep}
    </Button>
  );
}
