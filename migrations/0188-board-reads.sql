-- concurrently
-- The board reads open cases, whatever their mode, and what belongs to one case or one day. What an interruption left is no index.
drop index concurrently if exists consultations.consultations_open_cases;
create index concurrently consultations_open_cases on consultations.consultations (test, priority desc, opened_at) where closed_at is null;
-- The new index replaces these: a mode that is a parameter could not use them.
drop index concurrently if exists consultations.consultations_open;
drop index concurrently if exists consultations.consultations_open_test;
-- The calls of a team member today: ids order by time.
drop index concurrently if exists consultations.calls_of_staff;
create index concurrently calls_of_staff on consultations.calls (staff_id, id);
-- The payments of a case, voided ones too.
drop index concurrently if exists checkout.payments_of_consultation;
create index concurrently payments_of_consultation on checkout.payments (consultation_id);
-- The cases of an enrollment, of whatever institution.
drop index concurrently if exists plans.redemptions_of_enrollment;
create index concurrently redemptions_of_enrollment on plans.redemptions (enrollment_id);
