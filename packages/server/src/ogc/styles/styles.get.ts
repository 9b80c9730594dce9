import { invalid } from '@meridian/hub';
import type { Context } from '../../http/context.ts';
import { operation } from '../../http/operation.ts';
import { integer, parameter } from '../../parameters/parameter.ts';
import { anyDocumentResponse } from '../document.response.ts';
import { type DocumentFormat, f, formatOf } from '../format.ts';
import { Addresses, type Link, selfLinks, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { nameOf, readableMap, titleOf } from './style.document.ts';
import { type StyleEntry, styleEntry } from './style.links.ts';
import { projectStyleId, READ_STYLES, storedProject } from './style-ref.ts';

const DEFAULT_STYLES = 100;
const MAX_STYLES = 1000;
/** So many projects are read at a time: each may have a mebibyte. */
const PROJECT_BATCH = 10;

/** Behind which space, then behind which project, a page begins: by their serial numbers. */
type StylesCursor = { spaces: number } | { projects: number };

const limit = integer({
  name: 'limit',
  description: 'The most styles of a page; a link `next` leads to the next one.',
  min: 1,
  max: MAX_STYLES,
  schema: { default: DEFAULT_STYLES },
});
const cursor = parameter(
  {
    name: 'cursor',
    description: 'Where the page begins: part of the link `next`.',
    schema: { type: 'string' },
  },
  (query, name) => readCursor(query.one(name)),
);

export const getOgcStyles = operation({
  name: 'getOgcStyles',
  method: 'GET',
  path: '/ogc/styles',
  summary: 'The styles: of every space that the caller may read, then of projects',
  tag: 'ogc',
  access: 'token',
  right: READ_STYLES,
  query: { limit, cursor, f },
  isStrict: true,
  responses: {
    200: {
      description: 'The styles',
      content: { [TYPES.json]: ogcRefs.styles, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context, read) {
    const { limit: max = DEFAULT_STYLES, cursor: from, f: form } = read();
    const format = formatOf(context, form);
    const addresses = new Addresses(context);
    const { styles, next } = await pageOf(context, addresses, from, max);
    const at = (start: StylesCursor, f: DocumentFormat) =>
      addresses.of('/styles', { f, limit: String(max), cursor: writeCursor(start) });
    const address = (f: DocumentFormat) => at(from, f);
    const type = format === 'json' ? TYPES.json : TYPES.html;
    const links: Link[] = [
      ...selfLinks(format, address),
      ...(next ? [{ rel: 'next', type, title: 'More styles', href: at(next, format) }] : []),
    ];
    const document = { styles, links };
    return anyDocumentResponse(context, addresses, format, { title: 'Styles', above: [], document, address });
  },
});

type StylesPage = { styles: StyleEntry[]; next?: StylesCursor };

async function pageOf(
  context: Context,
  addresses: Addresses,
  from: StylesCursor,
  max: number,
): Promise<StylesPage> {
  const styles: StyleEntry[] = [];
  let last = 0;
  if ('spaces' in from)
    for (const space of context.hub.features.readable(context.caller, from.spaces)) {
      if (styles.length === max) return { styles, next: { spaces: last } };
      styles.push(styleEntry(addresses, space.info.id, nameOf(space)));
      last = space.info.serial;
    }
  if (context.caller.isAnonymous) return { styles };
  let after = 'projects' in from ? from.projects : 0;
  while (styles.length < max) {
    const batch = await projectsBehind(context, after, Math.min(PROJECT_BATCH, max - styles.length));
    for (const project of batch.projects)
      if (readableMap(context, project).layers.length > 0)
        styles.push(styleEntry(addresses, projectStyleId(project.id), titleOf(project)));
    if (!batch.more) return { styles };
    after = batch.last;
  }
  return { styles, next: { projects: after } };
}

async function projectsBehind({ hub, caller }: Context, after: number, max: number) {
  const stream = hub.projects.list(caller, '*', after, max);
  const texts: string[] = [];
  let next = await stream.next();
  for (; !next.done; next = await stream.next()) texts.push(Buffer.from(next.value).toString());
  const projects = texts.flatMap((text) => storedProjects(text));
  return { projects, ...next.value };
}

/** A stream has the texts of projects with commas between them. */
function storedProjects(texts: string) {
  const { all } = storedProject({ text: `{"id":"","all":[${texts}]}` });
  return all as ReturnType<typeof storedProject>[];
}

function writeCursor(start: StylesCursor): string {
  return 'spaces' in start ? `s${start.spaces}` : `p${start.projects}`;
}

function readCursor(text: string | undefined): StylesCursor {
  if (text === undefined) return { spaces: 0 };
  const [, kind, serial] = /^([sp])(\d{1,15})$/.exec(text) ?? [];
  if (kind === undefined)
    throw invalid(`cursor must be one that a link "next" has, not ${JSON.stringify(text.slice(0, 100))}`);
  return kind === 's' ? { spaces: Number(serial) } : { projects: Number(serial) };
}
