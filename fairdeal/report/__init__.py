"""What people read, as documents: par sheets, designs and settled rounds, in HTML and PDF.

Builds blocks (text, tables, plots) from figures that others counted; ``blocks`` says what there is,
``html`` and ``pdf`` print them, ``plots`` and ``charts`` draw.
"""
