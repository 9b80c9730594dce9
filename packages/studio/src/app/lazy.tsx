import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from './strings.ts';
import { notifyError } from './ui/notices.tsx';

/** Shows a component whose code is loaded when it is first needed. */
export function Lazy<Props extends object>({
  load,
  with: props,
}: {
  load: () => Promise<ComponentType<Props>>;
  with: Props;
}) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> }>();
  useEffect(() => {
    load().then((component) => setLoaded({ component }), notifyError);
  }, [load]);
  if (!loaded) return <p class="loading">{t.loading}</p>;
  const { component: Component } = loaded;
  return <Component {...props} />;
}
