import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { Loading, useLoad } from './ui/loading.tsx';

/** Shows a component whose code is loaded when it is first needed. */
export function Lazy<Props extends object>({
  load,
  with: props,
}: {
  load: () => Promise<ComponentType<Props>>;
  with: Props;
}) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> }>();
  const state = useLoad(async () => setLoaded({ component: await load() }));
  if (!loaded) return <Loading {...state} />;
  const { component: Component } = loaded;
  return <Component {...props} />;
}
