// Runs on the page of the interface, in the browser: finds operations by words, and sends requests that only read.
// The hub is where this script came from, one folder up.
const hubUrl = new URL('..', document.currentScript.src).href.replace(/\/$/, '');
const LONGEST = 20_000;

const operations = [...document.querySelectorAll('main article')].map((article) => ({
  article,
  text: article.textContent.toLowerCase(),
  entry: document.querySelector(`nav a[href="#${CSS.escape(article.id)}"]`)?.parentElement,
}));

// What scrolls must be reachable by keyboard.
for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;
addSearch();
for (const { article } of operations) if (article.querySelector('.route .get')) addTrial(article);

/** Words that all must be in what is said of an operation. */
function addSearch() {
  const input = made('input', { type: 'search', placeholder: 'Find operations' });
  input.setAttribute('aria-label', 'Find operations');
  const found = made('p', { className: 'found' });
  found.setAttribute('role', 'status');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { article, text, entry } of operations) {
      article.hidden = !words.every((word) => text.includes(word));
      if (entry) entry.hidden = article.hidden;
    }
    const shown = operations.filter(({ article }) => !article.hidden).length;
    found.textContent = words.length === 0 ? '' : `${shown} of ${operations.length} operations`;
    for (const section of document.querySelectorAll('main > section'))
      section.hidden =
        section.querySelector('article') !== null && !section.querySelector('article:not([hidden])');
    for (const group of document.querySelectorAll('nav > ul > li:has(ul)'))
      group.hidden = !group.querySelector('li:not([hidden])');
  });
  document.querySelector('nav').prepend(input, found);
}

/** A form with the parameters of an operation, made when it is first opened. */
function addTrial(article) {
  const trial = made('details', { className: 'try' });
  trial.append(made('summary', { textContent: 'Try it' }));
  trial.addEventListener('toggle', () => {
    if (trial.open && !trial.querySelector('form')) void fill(trial, article.id);
  });
  article.append(trial);
}

let described;

async function fill(trial, id) {
  described ??= fetch(`${hubUrl}/openapi.json`).then((response) => response.json());
  const [path, { parameters = [] }] = Object.entries((await described).paths)
    .map(([path, { get }]) => [path, get])
    .find(([, get]) => get?.operationId === id);
  // Those of a spread object have names that only the reader knows.
  const named = parameters.filter((one) => !one.explode && ['path', 'query'].includes(one.in));
  const form = made('form', {});
  for (const { name, required } of named) form.append(field(name, name, required === true));
  if (named.length < parameters.length) form.append(field('', 'Further query, such as p.height>10', false));
  form.append(made('button', { type: 'submit', textContent: 'Send' }));
  const output = made('div', { className: 'sent' });
  output.setAttribute('role', 'status');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.replaceChildren('…');
    output.replaceChildren(...(await send(addressOf(path, named, form))));
  });
  trial.append(form, output);
}

function field(name, label, isRequired) {
  const around = made('label', { textContent: label });
  around.append(made('input', { name, required: isRequired, autocomplete: 'off' }));
  return around;
}

function addressOf(path, named, form) {
  const values = new FormData(form);
  const query = named
    .filter((one) => one.in === 'query' && values.get(one.name) !== '')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values.get(name))}`);
  const further = values.get('') ?? '';
  if (further !== '') query.push(further.replace(/^[?&]/, ''));
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''));
  return hubUrl + filled + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** With the cookies of the sign-in, as the studio does. */
async function send(address) {
  const begun = performance.now();
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json, application/geo+json, */*' },
    });
    const bytes = await response.arrayBuffer();
    const took = Math.round(performance.now() - begun);
    const type = response.headers.get('content-type') ?? '';
    return [
      made('p', { textContent: `${response.status} · ${bytes.byteLength} bytes · ${took} ms` }),
      made('pre', { textContent: `GET ${address}`, tabIndex: 0 }),
      made('pre', { textContent: shown(bytes, type), tabIndex: 0 }),
      ...(response.status === 401 ? [made('a', { href: `${hubUrl}/sign-in`, textContent: 'Sign in' })] : []),
    ];
  } catch {
    return [made('p', { textContent: 'The hub cannot be reached.' })];
  }
}

function shown(bytes, type) {
  if (!/json|text|xml|yaml/.test(type)) return type;
  const text = new TextDecoder().decode(bytes);
  const laidOut = /json/.test(type) ? pretty(text) : text;
  return laidOut.length > LONGEST ? `${laidOut.slice(0, LONGEST)}…` : laidOut;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function made(name, members) {
  return Object.assign(document.createElement(name), members);
}
