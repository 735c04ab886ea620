-- What is left of a limit, for the headers that tell clients (RateLimit). The algorithm of take_call of 0055, which the
-- version before still calls; beside the time to wait it gives how many more calls there is room for, and in how many
-- milliseconds the oldest of those that count leaves the window.
create function platform.count_call(
  caller text, at_ms bigint, window_ms bigint, most integer,
  out wait_ms bigint, out remaining bigint, out reset_ms bigint
)
language plpgsql as $$
declare
  slice_ms constant bigint := greatest(1, window_ms / 60);
  now_ms bigint;
  held_lasts bigint[];
  held_counts integer[];
  newest integer;
  oldest integer;
  total bigint := 0;
begin
  select lasts, counts into held_lasts, held_counts from platform.recent_calls where key = caller for update;
  if not found then
    insert into platform.recent_calls (key, lasts, counts) values (caller, '{}', '{}') on conflict do nothing;
    select lasts, counts into held_lasts, held_counts from platform.recent_calls where key = caller for update;
  end if;
  -- A call from beyond a whole window to come was counted by a clock that was wrong: nobody is held to it until then.
  if held_lasts[cardinality(held_lasts)] > at_ms + window_ms then
    held_lasts := '{}';
    held_counts := '{}';
  end if;
  newest := cardinality(held_lasts);
  -- The clocks of two processes differ a little; time does not run backwards for that.
  now_ms := greatest(at_ms, held_lasts[newest]);
  oldest := newest + 1;
  for place in reverse newest..1 loop
    exit when held_lasts[place] <= now_ms - window_ms;
    oldest := place;
    total := total + held_counts[place];
    -- With this one the window is full: when it leaves, there is room.
    if total >= most then
      wait_ms := held_lasts[place] + window_ms - now_ms;
      remaining := 0;
      reset_ms := wait_ms;
      return;
    end if;
  end loop;
  if oldest <= newest and held_lasts[newest] / slice_ms = now_ms / slice_ms then
    held_lasts[newest] := now_ms;
    held_counts[newest] := held_counts[newest] + 1;
  else
    held_lasts := held_lasts || now_ms;
    held_counts := held_counts || 1;
  end if;
  update platform.recent_calls set lasts = held_lasts[oldest:], counts = held_counts[oldest:] where key = caller;
  wait_ms := 0;
  remaining := most - total - 1;
  reset_ms := held_lasts[oldest] + window_ms - now_ms;
end
$$;
