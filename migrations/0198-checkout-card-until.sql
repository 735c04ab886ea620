-- card_until is how long a saved card is kept, from the day on which it was entered: capture_before of a row that is held
-- is the end of its hold, and a hold may be placed and lapse several times.
alter table checkout.holds add column card_until timestamptz;
update checkout.holds set card_until = capture_before where kind = 'card' and state in ('saved', 'charge_failed');
