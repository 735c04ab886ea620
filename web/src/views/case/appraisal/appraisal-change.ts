import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appraisalQuery } from '#api/case-queries.ts';
import { requestAny, type StaffCall } from '#api/request.ts';
import type { Appraisal, BodyOf } from '#api/types.ts';
import { toast } from '#ui/toast.ts';

type Key =
  | 'PUT /cases/{consultation_id}/appraisal/draft'
  | 'POST /cases/{consultation_id}/appraisal/release'
  | 'POST /cases/{consultation_id}/appraisal/withdraw';

/** A change to the appraisal; its error stays next to its form. */
export function useAppraisalChange<One extends Key>(key: One, caseId: string, success: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<One>): Promise<Appraisal> => {
      const call = { path: { consultation_id: caseId }, body };
      return requestAny(key, call as unknown as StaffCall<One>);
    },
    onSuccess: (appraisal) => {
      queries.setQueryData(appraisalQuery(caseId).queryKey, appraisal);
      toast(success);
    },
    // Whatever happened, others may have changed it too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['case', caseId] }),
  });
}
