import { restorePath } from '#api/session.ts';
import { createBoardRouter } from '#router.tsx';
import { startPages } from '#start-pages.tsx';
import '#styles.css';

restorePath();
// The live stream invalidates what changed, so focusing the window needs no refetch.
startPages({ selector: '#board', refetchOnWindowFocus: false, createRouter: createBoardRouter });
