/** The tables that every GeoPackage has (OGC 12-128r18), and those of the extensions we use. */
export const GEOPACKAGE_TABLES = `
  PRAGMA page_size = 4096;
  PRAGMA application_id = ${0x47504b47};
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
    ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]', 'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
  CREATE TABLE gpkg_extensions (
    table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
  CREATE TABLE gpkg_data_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT,
    constraint_name TEXT,
    CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
    CONSTRAINT gdc_tn UNIQUE (table_name, name));
  CREATE TABLE gpkg_data_column_constraints (
    constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
    max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
    CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
  INSERT INTO gpkg_extensions VALUES
    ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec/#extension_schema', 'read-write'),
    ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec/#extension_schema', 'read-write');
`;

/** What keeps the index right when others change features later; the texts are those of the standard (annex F.3). */
export function rtreeTriggers(table: string, geometry: string, key: string): string {
  const name = (suffix: string) => `"rtree_${inName(table)}_${inName(geometry)}${suffix}"`;
  const t = `"${inName(table)}"`;
  const c = `"${inName(geometry)}"`;
  const i = `"${inName(key)}"`;
  const box = `ST_MinX(NEW.${c}), ST_MaxX(NEW.${c}), ST_MinY(NEW.${c}), ST_MaxY(NEW.${c})`;
  const isFull = `(NEW.${c} NOTNULL AND NOT ST_IsEmpty(NEW.${c}))`;
  const isEmpty = `(NEW.${c} ISNULL OR ST_IsEmpty(NEW.${c}))`;
  return `
  CREATE TRIGGER ${name('_insert')} AFTER INSERT ON ${t} WHEN ${isFull}
  BEGIN INSERT OR REPLACE INTO ${name('')} VALUES (NEW.${i}, ${box}); END;
  CREATE TRIGGER ${name('_update1')} AFTER UPDATE OF ${c} ON ${t} WHEN OLD.${i} = NEW.${i} AND ${isFull}
  BEGIN INSERT OR REPLACE INTO ${name('')} VALUES (NEW.${i}, ${box}); END;
  CREATE TRIGGER ${name('_update2')} AFTER UPDATE OF ${c} ON ${t} WHEN OLD.${i} = NEW.${i} AND ${isEmpty}
  BEGIN DELETE FROM ${name('')} WHERE id = OLD.${i}; END;
  CREATE TRIGGER ${name('_update3')} AFTER UPDATE ON ${t} WHEN OLD.${i} != NEW.${i} AND ${isFull}
  BEGIN DELETE FROM ${name('')} WHERE id = OLD.${i}; INSERT OR REPLACE INTO ${name('')} VALUES (NEW.${i}, ${box}); END;
  CREATE TRIGGER ${name('_update4')} AFTER UPDATE ON ${t} WHEN OLD.${i} != NEW.${i} AND ${isEmpty}
  BEGIN DELETE FROM ${name('')} WHERE id IN (OLD.${i}, NEW.${i}); END;
  CREATE TRIGGER ${name('_delete')} AFTER DELETE ON ${t} WHEN OLD.${c} NOT NULL
  BEGIN DELETE FROM ${name('')} WHERE id = OLD.${i}; END;`;
}

function inName(name: string): string {
  return name.replaceAll('"', '""');
}
