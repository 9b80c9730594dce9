/** What OpenStreetMap files consist of. Ids are whole numbers; those of objects that were never uploaded are negative. */
export type OsmTags = Record<string, string>;
export type OsmNode = { type: 'node'; id: number; lon: number; lat: number; tags: OsmTags };
export type OsmWay = { type: 'way'; id: number; refs: number[]; tags: OsmTags };
export type OsmMember = { type: string; ref: number; role: string };
export type OsmRelation = { type: 'relation'; id: number; members: OsmMember[]; tags: OsmTags };
export type OsmObject = OsmNode | OsmWay | OsmRelation;
