import { startPages } from '#start-pages.tsx';
import { createPortalRouter } from './router.tsx';
import './styles.css';

startPages({ selector: '#portal', refetchOnWindowFocus: true, createRouter: createPortalRouter });
