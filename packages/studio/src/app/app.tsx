import { useEffect } from 'preact/hooks';
import { LANGUAGES, type Language } from '../language/languages.ts';
import { isHelpOpen, isPaletteOpen } from './commands/commands.ts';
import { followKeys } from './commands/keys.ts';
import { ShortcutsDialog } from './commands/shortcuts.dialog.tsx';
import { openImport } from './import/offered.ts';
import { Lazy } from './lazy.tsx';
import { go, mainRouteOf, type Route, route, type Screen, writeRoute } from './route.ts';
import { account, signOut } from './session.ts';
import { SignInDialog } from './sign-in/sign-in.dialog.tsx';
import { isAskedToSignIn } from './sign-in/sign-in-again.ts';
import { SpacesScreen } from './spaces/spaces.screen.tsx';
import { chooseLanguage, language, t } from './strings.ts';
import { nextTheme, themeChoice } from './theme.ts';
import { Tray } from './tray/tray.tsx';
import { hasUnsavedWork } from './tray/unsaved-work.ts';
import { Button, IconButton } from './ui/button.tsx';
import { followDrops } from './ui/drop-zone.tsx';
import { Empty } from './ui/empty.tsx';
import { Icon, type IconName } from './ui/icon.tsx';
import { Menu } from './ui/menu.tsx';
import { attempt, Notices } from './ui/notices.tsx';

/** Every screen but the first is loaded on demand. */
const mapScreen = () => import('./map/map.screen.tsx').then(({ MapScreen }) => MapScreen);
const publishedScreen = () =>
  import('./projects/published.screen.tsx').then(({ PublishedScreen }) => PublishedScreen);
const importScreen = () => import('./import/import.screen.tsx').then(({ ImportScreen }) => ImportScreen);
const projectsScreen = () =>
  import('./projects/projects.screen.tsx').then(({ ProjectsScreen }) => ProjectsScreen);
const tokensScreen = () => import('./tokens/tokens.screen.tsx').then(({ TokensScreen }) => TokensScreen);
const accountScreen = () => import('./account/account.screen.tsx').then(({ AccountScreen }) => AccountScreen);
const adminScreen = () => import('./admin/admin.screen.tsx').then(({ AdminScreen }) => AdminScreen);
const palette = () => import('./commands/palette.tsx').then(({ Palette }) => Palette);
const historyScreen = () => import('./history/history.screen.tsx').then(({ HistoryScreen }) => HistoryScreen);
const interfaceScreen = () =>
  import('./interface/interface.screen.tsx').then(({ InterfaceScreen }) => InterfaceScreen);

function Current({ at }: { at: Route }) {
  switch (at.screen) {
    case 'spaces':
      return <SpacesScreen />;
    case 'unknown':
      return <UnknownScreen />;
    case 'map':
      return <Lazy key="map" load={mapScreen} with={{ at }} />;
    case 'published':
      return <Lazy key="published" load={publishedScreen} with={{ at }} />;
    case 'import':
      return <Lazy key="import" load={importScreen} with={{ at }} />;
    case 'projects':
      return <Lazy key="projects" load={projectsScreen} with={{}} />;
    case 'tokens':
      return <Lazy key="tokens" load={tokensScreen} with={{}} />;
    case 'account':
      return <Lazy key="account" load={accountScreen} with={{}} />;
    case 'admin':
      return <Lazy key="admin" load={adminScreen} with={{ at }} />;
    case 'history':
      return <Lazy key={`history ${at.space}`} load={historyScreen} with={{ at }} />;
    case 'interface':
      return <Lazy key="interface" load={interfaceScreen} with={{ at }} />;
  }
}

const TABS: readonly [
  screen: Exclude<Screen, 'published' | 'import' | 'unknown' | 'account' | 'admin' | 'history'>,
  icon: IconName,
][] = [
  ['spaces', 'layers'],
  ['map', 'map'],
  ['projects', 'bookmark'],
  ['tokens', 'key'],
  ['interface', 'code'],
];

/** On a page of somebody else. */
const isFramed = window.self !== window.top;

export function App() {
  const at = route.value;
  useEffect(() => {
    document.title = `${t.screens[at.screen]} – Meridian`;
  }, [at.screen, language.value]);
  useEffect(followKeys, []);
  const isVisitor = at.screen === 'published';
  useEffect(() => (isVisitor ? undefined : followDrops(openImport)), [isVisitor]);
  return (
    <div class={`shell at-${at.screen} ${isFramed ? 'framed' : ''}`}>
      <button type="button" class="skip" onClick={skip}>
        {t.skip}
      </button>
      <TopBar at={at} />
      <main id="main" tabIndex={-1}>
        <Current at={at} />
      </main>
      <Tray screen={at.screen} />
      <Notices />
      {isPaletteOpen.value && <Lazy load={palette} with={{}} />}
      {isHelpOpen.value && <ShortcutsDialog />}
      {isAskedToSignIn.value && <SignInDialog />}
    </div>
  );
}

/** An address that leads nowhere. */
function UnknownScreen() {
  return (
    <>
      <h1 class="visually-hidden">{t.screens.unknown}</h1>
      <Empty icon="search" title={t.unknown.title}>
        <p>{t.unknown.about}</p>
        <Button kind="main" icon="layers" onClick={() => go({ screen: 'spaces' })}>
          {t.screens.spaces}
        </Button>
      </Empty>
    </>
  );
}

function leave(): void {
  if (!hasUnsavedWork.value || confirm(t.signIn.leaveWork)) void attempt(signOut);
}

function skip(): void {
  document.getElementById('main')!.focus();
}

function TopBar({ at }: { at: Route }) {
  const who = account.value;
  return (
    <header class="top">
      {who ? (
        <a class="brand" href="#/spaces">
          <Brand />
        </a>
      ) : (
        <span class="brand">
          <Brand />
        </span>
      )}
      {who && (
        <nav aria-label={t.navigation}>
          {TABS.map(([screen, icon]) => (
            <a
              key={screen}
              href={writeRoute(mainRouteOf(screen))}
              aria-current={screen === tabOf(at) ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{t.screens[screen]}</span>
            </a>
          ))}
        </nav>
      )}
      <div class="corner">
        {who && (
          <IconButton
            icon="search"
            label={t.commands.open}
            onClick={() => {
              isPaletteOpen.value = true;
            }}
          />
        )}
        <IconButton
          icon={{ auto: 'auto', light: 'sun', dark: 'moon' }[themeChoice.value] as IconName}
          label={t.theme[themeChoice.value]}
          onClick={nextTheme}
        />
        <LanguageMenu />
        {who && (
          <Menu
            label={t.account(who.email)}
            icon="person"
            entries={[
              { label: t.screens.account, icon: 'person', href: '#/account' },
              ...(who.admin ? [{ label: t.screens.admin, icon: 'sliders' as const, href: '#/admin' }] : []),
              {
                label: t.commands.shortcuts,
                icon: 'keyboard',
                onChoose: () => {
                  isHelpOpen.value = true;
                },
              },
              { label: t.documentation, icon: 'code', href: '/docs' },
              { label: t.signOut, icon: 'lock', onChoose: leave },
            ]}
          />
        )}
      </div>
    </header>
  );
}

/** The tab that a screen belongs to. */
function tabOf(at: Route): Screen {
  const isOfSpaces = at.screen === 'import' || at.screen === 'history';
  return isOfSpaces || (at.screen === 'map' && at.space !== undefined) ? 'spaces' : at.screen;
}

function LanguageMenu() {
  return (
    <Menu
      label={t.language}
      icon="language"
      entries={(Object.entries(LANGUAGES) as [Language, string][]).map(([id, name]) => ({
        label: name,
        ...(id === language.value ? { icon: 'check' as const } : {}),
        onChoose: () => void attempt(() => chooseLanguage(id)),
      }))}
    />
  );
}

function Brand() {
  return (
    <>
      <Icon name="globe" />
      <span>Meridian</span>
    </>
  );
}
