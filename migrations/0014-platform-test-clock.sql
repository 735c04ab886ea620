-- How far the test clock is ahead, shared by every process; used only where ALLOW_TEST_CLOCK is set.
create table platform.test_clock (
  one boolean primary key default true check (one),
  offset_ms bigint not null
);
