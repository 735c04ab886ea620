-- For the lead's figures: cases by the day they were opened, and callbacks that are late.
create index consultations_opened on consultations.consultations (opened_at) where not test;
create index consultations_callback on consultations.consultations (callback_at)
  where callback_at is not null and closed_at is null and not test;
