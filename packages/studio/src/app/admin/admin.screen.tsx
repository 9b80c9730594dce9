import { ADMIN_SECTIONS, go, type Route, writeRoute } from '../route.ts';
import { account } from '../session.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { GlanceSection } from './glance-section.tsx';

type At = Extract<Route, { screen: 'admin' }>;

/** What administrators do. */
export function AdminScreen({ at }: { at: At }) {
  if (!account.value?.admin)
    return (
      <>
        <h1 class="visually-hidden">{t.screens.unknown}</h1>
        <Empty icon="lock" title={t.unknown.title}>
          <Button kind="main" icon="layers" onClick={() => go({ screen: 'spaces' })}>
            {t.screens.spaces}
          </Button>
        </Empty>
      </>
    );
  const { section = 'accounts' } = at;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{t.screens.admin}</h1>
          <p class="lead">{t.admin.lead}</p>
        </div>
      </header>
      <nav class="sections" aria-label={t.screens.admin}>
        {ADMIN_SECTIONS.map((name) => (
          <a
            key={name}
            href={writeRoute({ screen: 'admin', section: name })}
            aria-current={name === section ? 'page' : undefined}
          >
            {t.admin.sections[name]}
          </a>
        ))}
      </nav>
      {section === 'accounts' && <AccountsSection />}
      {section === 'audit' && <AuditSection />}
      {section === 'glance' && <GlanceSection />}
    </div>
  );
}
