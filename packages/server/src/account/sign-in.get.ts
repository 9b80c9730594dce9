import { signInTexts } from '@meridian/studio';
import { readCookies, setCookie, VISITOR_COOKIE, VISITOR_SIGNATURE_COOKIE } from '../http/auth/cookies.ts';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { text } from '../http/response/response.ts';
import { PAGE_HEADERS } from '../http/response/security-headers.ts';
import { servePage } from '../service/documentation.ts';
import { signInPage, signInScript, signInStyles } from './sign-in.page.ts';

const VISITOR_SECONDS = 365 * 24 * 60 * 60;

export const getSignInPage: Operation = {
  name: 'getSignInPage',
  method: 'GET',
  path: '/sign-in',
  summary: 'The page to sign in on',
  description:
    'Its HTML carries `"csrf": "TOKEN",` for scripts, and it sets the cookies `here_account` and `here_account.sig` that belong to that token.',
  tag: 'accounts',
  access: 'open',
  query: [],
  responses: { 200: { description: 'The page', content: { 'text/html': { type: 'string' } } } },
  handle: respondWithPage,
};

function respondWithPage({ hub, request: { headers }, service, basePath, isSecure }: Context) {
  const anonymous = hub.anonymousSessions.welcome(
    readCookies(headers, VISITOR_COOKIE)[0],
    readCookies(headers, VISITOR_SIGNATURE_COOKIE)[0],
  );
  const options = { basePath, isSecure, maxAgeSeconds: VISITOR_SECONDS };
  const canRegister = service.settings.selfRegistration === 'on';
  const texts = signInTexts(headers['accept-language']);
  const page = signInPage(basePath, anonymous.csrfToken, canRegister, texts);
  const response = text('text/html; charset=utf-8', page);
  Object.assign(response.headers, PAGE_HEADERS);
  response.headers['Cache-Control'] = 'no-store';
  response.headers.Vary = 'Accept-Language';
  return {
    ...response,
    cookies: [
      setCookie(VISITOR_COOKIE, anonymous.id, options),
      setCookie(VISITOR_SIGNATURE_COOKIE, anonymous.signature, options),
    ],
  };
}

/** What the page loads. */
export const signInFiles: readonly Operation[] = [
  servePage({
    name: 'getSignInStyles',
    path: '/sign-in/style.css',
    summary: 'Styles of the sign-in page',
    type: 'text/css; charset=utf-8',
    body: () => signInStyles,
  }),
  servePage({
    name: 'getSignInScript',
    path: '/sign-in/sign-in.js',
    summary: 'Script of the sign-in page',
    type: 'text/javascript; charset=utf-8',
    body: () => signInScript,
  }),
];
