-- In which language the customer reads and speaks with us, once they chose; and since when links to their page count.
alter table consultations.consultations
  add column language text check (language in ('en', 'es')),
  add column links_since timestamptz;

-- What a caller speaks beside English.
alter table access.staff add column languages text[] not null default '{}';
