-- concurrently
-- Every intake wrote them. Welcomes to a contact are found by messages_to_contact, which has the same columns; and nobody looks for intakes
-- without a number by their number.
drop index concurrently if exists customers.messages_contact;
drop index concurrently if exists intakes.intakes_open_with_phone;
create index concurrently intakes_open_with_phone on intakes.intakes (phone)
  where phone is not null and status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active');
drop index concurrently if exists intakes.intakes_open_phone;
