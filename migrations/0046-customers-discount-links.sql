-- Discounts of contacts that turned out to be one person's, each pair in both directions. Only ever added to, so that two
-- who link at the same moment cannot contradict each other.
create table customers.discount_links (
  discount_id text collate "C" not null,
  same_as text collate "C" not null,
  primary key (discount_id, same_as),
  check (discount_id <> same_as)
);
