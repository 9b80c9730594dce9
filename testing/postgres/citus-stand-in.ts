import { query } from './database.ts';

/**
 * Makes a database say that it has Citus, with tables that stay where they are: enough to see which statements a hub
 * sends there. What Citus makes of them only a real cluster shows.
 */
export function standInForCitus(url: string): void {
  query(
    url,
    `SET allow_system_table_mods = on;
     INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
       SELECT 99999, 'citus', pg_authid.oid, pg_namespace.oid, false, '13.2-1' FROM pg_authid, pg_namespace
         WHERE rolname = 'postgres' AND nspname = 'pg_catalog';
     CREATE TABLE public.pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char" NOT NULL, beside text);
     CREATE FUNCTION public.create_distributed_table(table_name regclass, column_name text, colocate_with text = 'default')
       RETURNS void LANGUAGE sql AS $$ INSERT INTO pg_dist_partition VALUES (table_name, 'h', colocate_with) $$`,
  );
}
