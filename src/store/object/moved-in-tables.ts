/** What an object's own database knows of the move that fills it (`moving/`). */
export const MOVED_IN = `
create table if not exists moved_in (
  workspace_id text primary key, token text not null, is_open integer not null default 0, is_over integer not null default 0);
create table if not exists held_schema (name text primary key, sql text not null);`;
