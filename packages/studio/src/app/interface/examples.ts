/** A call of the interface, in the words of three tools. */
export type Example = { title: string; curl: string; python: string; javascript: string };

type Call = { title: string; method: 'GET' | 'PUT' | 'POST' | 'DELETE'; path: string; body?: object };

const TYPE = 'application/geo+json';

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toCurl(hubUrl: string, { method, path, body }: Call): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(hubUrl + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (body) lines.push(`-H 'Content-Type: ${TYPE}'`, `-d ${shellQuoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** With what comes with Python alone. */
function toPython(hubUrl: string, { method, path, body }: Call): string {
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(hubUrl + path)},`,
    `    method=${JSON.stringify(method)},`,
    '    headers={"Authorization": "Bearer " + os.environ["TOKEN"]' +
      (body ? `, "Content-Type": ${JSON.stringify(TYPE)}` : '') +
      '},',
    ...(body ? [`    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body))})).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    method === 'DELETE' ? '    print(response.status)' : '    print(json.load(response))',
  ].join('\n');
}

function toJavaScript(hubUrl: string, { method, path, body }: Call): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: { Authorization: \`Bearer \${process.env.TOKEN}\`${body ? `, 'Content-Type': ${JSON.stringify(TYPE)}` : ''} },`,
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
  ];
  return [
    `const response = await fetch(${JSON.stringify(hubUrl + path)}, {`,
    ...options,
    '});',
    method === 'DELETE' ? 'console.log(response.status);' : 'console.log(await response.json());',
  ].join('\n');
}

export type SpaceFacts = {
  bbox?: readonly number[];
  tag?: string;
  property?: { key: string; datatype: string };
};

/** The calls of one space, with what it really holds. */
export function examplesOf(
  hubUrl: string,
  space: string,
  words: Record<string, string>,
  facts: SpaceFacts,
): Example[] {
  const path = `/hub/spaces/${encodeURIComponent(space)}`;
  const [west, south, east, north] = facts.bbox?.length === 4 ? facts.bbox : [-10, 35, 30, 60];
  const feature = {
    type: 'Feature',
    id: 'example',
    geometry: { type: 'Point', coordinates: [round((west! + east!) / 2), round((south! + north!) / 2)] },
    properties: { name: 'Example' },
  };
  const search = [
    ...(facts.tag ? [`tags=${encodeURIComponent(facts.tag)}`] : []),
    ...(facts.property
      ? [
          `p.${encodeURIComponent(facts.property.key)}${facts.property.datatype === 'number' ? '=gte=0' : '!=.null'}`,
        ]
      : []),
    'limit=10',
  ].join('&');
  const calls: Call[] = [
    {
      title: words.box!,
      method: 'GET',
      path: `${path}/bbox?west=${west}&south=${south}&east=${east}&north=${north}&limit=10`,
    },
    { title: words.search!, method: 'GET', path: `${path}/search?${search}` },
    {
      title: words.near!,
      method: 'GET',
      path: `${path}/spatial?lat=${feature.geometry.coordinates[1]}&lon=${feature.geometry.coordinates[0]}&radius=10000&limit=10`,
    },
    { title: words.all!, method: 'GET', path: `${path}/iterate?limit=100` },
    { title: words.statistics!, method: 'GET', path: `${path}/statistics` },
    { title: words.put!, method: 'PUT', path: `${path}/features/example`, body: feature },
    { title: words.get!, method: 'GET', path: `${path}/features/example` },
    { title: words.delete!, method: 'DELETE', path: `${path}/features/example` },
  ];
  return calls.map((call) => ({
    title: call.title,
    curl: toCurl(hubUrl, call),
    python: toPython(hubUrl, call),
    javascript: toJavaScript(hubUrl, call),
  }));
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
