/** Drawn on a grid of 24, in lines of the colour of the text around them. */
const PATHS = {
  globe: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18M3 12h18',
  layers: 'M12 4l9 5-9 5-9-5zM4 13.5l8 4.5 8-4.5',
  map: 'M9 4l6 3 6-3v13l-6 3-6-3-6 3V7zM9 4v13M15 7v13',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  key: 'M8 11.500a4 4 0 1 0 0 8a4 4 0 1 0 0-8M11 12.500L19.500 4M15.500 8l3 3',
  code: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.500 5l-3 14',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 5a6 6 0 1 0 0 12a6 6 0 1 0 0-12M20 20l-4.800-4.800',
  upload: 'M12 16V5M7.500 9.500L12 5l4.500 4.500M5 16v3h14v-3',
  download: 'M12 5v11M7.500 11.500L12 16l4.500-4.500M5 18.500h14',
  pencil: 'M5 19l1-4L16.500 4.500l3 3L9 18z',
  trash: 'M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13',
  more: 'M5 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0M11.400 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0M17.800 12a.6.6 0 1 0 1.200 0a.6.6 0 1 0-1.200 0',
  eye: 'M3 12c4-7 14-7 18 0-4 7-14 7-18 0M12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5',
  hidden:
    'M4 4l16 16M10 6.500c4.500-1 8.500 1.500 11 5.500-.8 1.300-1.800 2.400-2.900 3.300M6 8.200C4.800 9.200 3.800 10.500 3 12c3 5 8.500 6.500 13 4.300',
  target: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v3M12 18v3M3 12h3M18 12h3',
  cursor: 'M6 4l13 7.500-6 1.500-3 6z',
  sliders: 'M5 7h8M17 7h2M15 5v4M5 12h2M11 12h8M9 10v4M5 17h6M15 17h4M13 15v4',
  filter: 'M4 6h16l-6 7v6l-4-2v-4z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 10v9',
  columns: 'M4 5h16v14H4zM9.300 5v14M14.700 5v14',
  chart: 'M5 20V11M12 20V4M19 20v-6',
  polygon: 'M12 4l8 6-3 9H7l-3-9z',
  searchArea:
    'M9 18H7L4 9.500 11 4l7 5.500-.5 1.500M15 13a3 3 0 1 0 0 6a3 3 0 1 0 0-6M20.500 21.500l-3.200-3.200',
  line: 'M5 18L10 8l5 6 4-9',
  point: 'M12 21c4-5 6-8 6-11a6 6 0 1 0-12 0c0 3 2 6 6 11M12 8.200v.01',
  circle: 'M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M12 12v.01',
  ruler: 'M3.500 15.500L15.500 3.500l5 5L8.500 20.500zM7 12l2 2M10 9l3 3M13 6l2 2',
  undo: 'M9 7L5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l4 4-4 4M19 11h-9a5 5 0 0 0 0 10h2',
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 7.500v5l3.500 2',
  play: 'M8 5.500v13l10.500-6.500z',
  pause: 'M9 6v12M15 6v12',
  keyboard: 'M3 6.500h18v11H3zM7 10v.01M10.300 10v.01M13.700 10v.01M17 10v.01M8 14h8',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.01',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12.500l5 5L19 7',
  warning: 'M12 4l9 16H3zM12 10v5M12 17.500v.01',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M19 14.500A7.500 7.500 0 0 1 9.500 5 7.500 7.500 0 1 0 19 14.500',
  auto: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 4v16M14.500 8v8M17 9.500v5',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.500 20c1-7 14-7 15 0',
  link: 'M10 14l4-4M8.500 11L6 13.500a3.200 3.200 0 0 0 4.500 4.500L13 15.500M11 8.500L13.500 6a3.200 3.200 0 0 1 4.500 4.500L15.500 13',
  magnet: 'M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4',
  follow: 'M4 19c2-9 5-2 8-7s3-8 8-7M4 19v.01M20 5v.01M12 15l3-3',
  scissors:
    'M7 5a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5M7 14a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5M9 9l11 8M9 15l11-8',
  merge: 'M4 5h9v9H4zM11 10h9v9h-9z',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  turnLeft: 'M5 5v5h5M5.500 10a7.500 7.500 0 1 1 0 5',
  turnRight: 'M19 5v5h-5M18.500 10a7.500 7.500 0 1 0 0 5',
  refresh: 'M4.500 12a7.500 7.500 0 0 1 13-5l2 2M20 4v5h-5M19.500 12a7.500 7.500 0 0 1-13 5l-2-2M4 20v-5h5',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  language:
    'M3.500 6.500h9M8 4.500v2M10.800 6.500c-1 4-3.600 6.500-7 8M5.500 9.500c1 2 2.800 3.800 5.300 5M12 20l4.250-10.500L20.500 20M13.500 16.500h5.500',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7M2.500 19c1-6 12-6 13 0M16 5.500a3 3 0 0 1 0 6M18 14.500c2 .6 3.200 2 3.500 4.500',
} as const;

export type IconName = keyof typeof PATHS;

/** Back and forth are the other way round where lines begin at the right. */
const DIRECTED: ReadonlySet<IconName> = new Set(['undo', 'redo']);

/** Never says anything to a screen reader: what it stands beside, or in, does. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={DIRECTED.has(name) ? 'icon directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
