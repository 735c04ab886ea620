-- concurrently
-- What sweeps and lists look for among rows that are nearly all finished.
drop index concurrently if exists checkout.holds_of_checkout;
create index concurrently holds_of_checkout on checkout.holds (checkout_id);
drop index concurrently if exists checkout.holds_open;
create index concurrently holds_open on checkout.holds (state) where state in ('page_open', 'held', 'saved', 'charge_failed');
drop index concurrently if exists checkout.holds_lapsed;
create index concurrently holds_lapsed on checkout.holds (ended_at) where state = 'expired' and kind = 'hold';
drop index concurrently if exists checkout.refunds_failed;
create index concurrently refunds_failed on checkout.refunds (ended_at) where state = 'failed';
drop index concurrently if exists roster_files.files_with_parts;
create index concurrently files_with_parts on roster_files.files (created_at) where parts > 0 or status = 'uploading';
drop index concurrently if exists referral_files.files_uploading;
create index concurrently files_uploading on referral_files.files (created_at) where status = 'uploading';
