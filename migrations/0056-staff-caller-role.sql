-- The lowest staff role is called caller; an agent is a program that submits intakes. The stored value stays agent in this
-- release, which reads it as caller, because a process of the last version would refuse a caller; new rows say caller. A
-- later release rewrites the rest and allows caller alone.
alter table access.staff drop constraint staff_role_check;
alter table access.staff
  add constraint staff_role_check check (role in ('caller', 'agent', 'lead', 'administrator'));
