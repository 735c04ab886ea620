-- Sandbox cases have a checkout too. Their cards are those of the built-in test provider, and nobody is charged.
alter table checkout.checkouts add column test boolean not null default false;
