import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appraisalQuery } from '#api/queries.ts';
import { request } from '#api/request.ts';
import type { Appraisal } from '#api/types.ts';
import { toast } from '#ui/toast.ts';

type Change = { readonly method?: string; readonly path: string; readonly body: unknown };

/** A change of the appraisal; its error stays beside its form. */
export function useAppraisalChange(caseId: string, success: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: Change) =>
      request<Appraisal>(`/cases/${encodeURIComponent(caseId)}/appraisal${path}`, { method, body }),
    onSuccess: (appraisal) => {
      queries.setQueryData(appraisalQuery(caseId).queryKey, appraisal);
      toast(success);
    },
    // Whatever happened, others may have changed it too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['case', caseId] }),
  });
}
