import { ToastNotice } from '#ui/toast-notice.tsx';
import { useToast } from '#ui/toast.ts';

/** The latest action's confirmation, at the bottom of every page. */
export function Toasts() {
  const toast = useToast();
  return (
    <>
      {/* Room below the page, so that its last line can be scrolled out from under the notice. */}
      {toast !== undefined && <div aria-hidden className="h-20" />}
      <div
        className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex flex-col items-center p-3"
        aria-live="polite"
      >
        {toast !== undefined && <ToastNotice toast={toast} />}
      </div>
    </>
  );
}
