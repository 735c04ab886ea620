-- Stylesheets, scripts and the font of pages, by the address that a page has for them. During a rolling deploy a page of one version asks a
-- process of the other for them, and a tab that is open keeps asking afterwards.
create table platform.assets (
  path text collate "C" primary key,
  type text not null,
  content bytea not null,
  -- Since when no page names it any more; null for the version that started last.
  replaced_at timestamptz
);
