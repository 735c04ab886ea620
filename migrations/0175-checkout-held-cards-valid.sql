alter table checkout.holds validate constraint holds_kind_state_check;
