import { useEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut } from '../session.ts';
import { renewedSessions } from '../sign-in/sign-in-again.ts';
import { t } from '../strings.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { describe, notifyError } from './notices.tsx';

/** So often a page that could not be loaded is tried again by itself. */
const RETRY_AFTER_MS = 5000;

export type Load = {
  /** Why there is nothing to show yet. */
  failure: string | undefined;
  reload: () => Promise<void>;
};

/**
 * Loads what a page shows: when it is opened, when the key of what it shows changes, and on demand. What failed is tried again
 * until the page has it.
 */
export function useLoad(load: () => Promise<void>, key?: string): Load {
  const [failed, setFailed] = useState<{ reason: string }>();
  const hasLoaded = useRef(false);
  const current = useRef(load);
  current.current = load;
  const reload = async () => {
    try {
      await current.current();
      hasLoaded.current = true;
      setFailed(undefined);
    } catch (error) {
      // What is shown stays; only that it is out of date is said.
      if (hasLoaded.current || isSignedOut(error)) notifyError(error);
      if (!hasLoaded.current) setFailed({ reason: describe(error) });
    }
  };
  const renewed = renewedSessions.value;
  useEffect(() => {
    hasLoaded.current = false;
    void reload();
  }, [key]);
  useEffect(() => {
    if (renewed > 0 && !hasLoaded.current) void reload();
  }, [renewed]);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => void reload(), RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  return { failure: failed?.reason, reload };
}

/** What stands on a page until it has something to show. */
export function Loading({ failure, reload }: Load) {
  if (failure === undefined) return <p class="loading">{t.loading}</p>;
  return (
    <div class="empty" role="alert">
      <Icon name="warning" />
      <h2>{t.notLoaded}</h2>
      <p>{failure}</p>
      <Button kind="main" onClick={() => void reload()}>
        {t.tryAgain}
      </Button>
    </div>
  );
}
