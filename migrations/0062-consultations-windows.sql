-- A customer may be called when it is allowed by the ZIP, the state and the area code. Windows from before followed the ZIP
-- alone; their keys lack the prefix. Nobody is offered by them: the worker computes those of open cases again, by this index,
-- which is empty afterwards. A process of the version before still writes such keys, and they are found here as well.
create index consultations_outdated_window on consultations.consultations (id)
  where closed_at is null and window_key <> '-' and window_key not like 'u:%';
