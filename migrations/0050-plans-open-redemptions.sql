-- Of which enrollments somebody is being looked after: their changes are changes of a case on the board.
create index redemptions_open on plans.redemptions (enrollment_id) where status = 'open';
