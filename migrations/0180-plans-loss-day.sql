-- The calendar day of a loss as the institution wrote it, beside the instant, which is a day later in UTC for an evening in the
-- United States. Null for notices of earlier releases: their day is that of the instant.
alter table plans.loss_notices add column loss_day date;
