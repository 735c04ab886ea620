-- When the customer's contact was proven: by the mailed or texted link, or by a person reached on the telephone.
alter table consultations.consultations add column proven_at timestamptz;
